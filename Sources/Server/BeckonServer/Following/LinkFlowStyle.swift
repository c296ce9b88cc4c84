extension FixedText {
  /// A card for each device with two ways through it, side by side where there is room.
  static let flowStyle = FixedText(
    """
    :root { color-scheme: light dark; --line: #c5cad3; --soft: #f3f5f8; --yes: #0f7b45;
      --no: #8a4b08; --text: #16181d; --quiet: #555b66; --back: #fff; }
    @media (prefers-color-scheme: dark) {
      :root { --line: #474d59; --soft: #21252d; --yes: #5fd39a; --no: #f0b36b; --text: #eceef2;
        --quiet: #b3bac6; --back: #16181d; }
    }
    body { font: 15px/1.45 system-ui, sans-serif; margin: 0; background: var(--back);
      color: var(--text); }
    main { max-width: 68rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; }
    h1 { font-size: 1.5rem; margin: 0 0 .3rem; }
    h2 { font-size: 1.1rem; margin: 0; }
    p, ul { margin: .3rem 0; }
    ul { padding-left: 1.2rem; }
    code { font: .92em ui-monospace, monospace; overflow-wrap: anywhere; }
    .cards { display: grid; gap: 1rem; margin-top: 1.2rem; align-items: start;
      grid-template-columns: repeat(auto-fit, minmax(min(100%, 28rem), 1fr)); }
    .card { border: 1px solid var(--line); border-radius: 1rem; padding: 1rem; }
    .question { text-align: center; color: var(--quiet); }
    .ways { display: grid; gap: .8rem; grid-template-columns: 1fr 1fr; align-items: start; }
    .ways > div:only-child { grid-column: 1 / -1; }
    .answer { text-align: center; font-weight: 600; margin: 0; }
    .yes .answer { color: var(--yes); }
    .no .answer { color: var(--no); }
    .box { background: var(--soft); border: 1px solid var(--line); border-radius: .6rem;
      padding: .55rem .7rem; margin-top: 1.5rem; position: relative; }
    .box::before { content: "\\2193"; position: absolute; top: -1.5rem; left: 50%;
      transform: translateX(-50%); color: var(--quiet); font-size: 1rem; }
    .box p { margin: 0; }
    .box p + p { margin-top: .3rem; color: var(--quiet); font-size: .92em; }
    @media (max-width: 30rem) { .ways { grid-template-columns: 1fr; } }
    """)
}
