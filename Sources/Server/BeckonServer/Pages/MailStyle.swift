extension FixedText {
  /// A mail as most programs for mails can show it.
  static let mailStyle = FixedText(
    """
    :root { color-scheme: light dark; }
    body { font: 16px/1.5 system-ui, sans-serif; margin: 0; padding: 1.5rem; color: #16181d; }
    main { max-width: 30rem; margin: 0 auto; }
    h1 { font-size: 1.3rem; line-height: 1.3; font-weight: 600; margin: 0 0 1rem; }
    p { margin: .8rem 0; overflow-wrap: anywhere; }
    .button { display: inline-block; padding: .7rem 1.4rem; border-radius: .6rem;
      background: #1d4ed8; color: #ffffff; text-decoration: none; font-weight: 600; }
    .note { font-size: .85rem; color: #555b66; }
    @media (prefers-color-scheme: dark) {
      body { color: #eceef2; }
      .note { color: #b3bac6; }
    }
    """)

  /// A few lines of text and a form in the middle of the screen, light or dark as the device is.
  static let formStyle = FixedText(
    """
    :root { color-scheme: light dark; }
    body { font: 17px/1.5 system-ui, sans-serif; display: grid; place-content: center;
      min-height: 90vh; margin: 0 1.5rem; background: #fff; color: #16181d; }
    main { width: min(24rem, 88vw); padding: 1.5rem 0; }
    h1 { font-size: 1.5rem; line-height: 1.25; font-weight: 600; margin: 0 0 1rem;
      overflow-wrap: anywhere; }
    p { margin: .6rem 0; overflow-wrap: anywhere; }
    label { display: block; margin: 1rem 0; font-weight: 600; }
    input, select, textarea { display: block; box-sizing: border-box; width: 100%;
      margin-top: .35rem; padding: .7rem .8rem; border: 1px solid #767d8a; border-radius: .6rem;
      font: inherit; background: #fff; color: inherit; }
    button { display: block; width: 100%; margin: 1.4rem 0 .6rem; padding: .75rem 1.6rem;
      border: 2px solid #1d4ed8; border-radius: .8rem; background: #1d4ed8; color: #fff;
      font: inherit; font-weight: 600; cursor: pointer; }
    :focus-visible { outline: 3px solid #1d4ed8; outline-offset: 2px; }
    .fault { color: #b42318; font-weight: 600; }
    .note { font-size: .88rem; color: #555b66; }
    @media (prefers-color-scheme: dark) {
      body { background: #16181d; color: #eceef2; }
      input, select, textarea { background: #22252c; border-color: #8b93a1; }
      button { border-color: #3b66e8; background: #2c55d4; }
      :focus-visible { outline-color: #9db8ff; }
      .fault { color: #ff9c8f; }
      .note { color: #b3bac6; }
    }
    """)
}
