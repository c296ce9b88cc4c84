extension FixedText {
  /// A few lines of text and a button or two in the middle of the screen, light or dark as the
  /// device is.
  static let plainStyle = FixedText(
    """
    :root { color-scheme: light dark; }
    body { font: 17px/1.5 system-ui, sans-serif; display: grid; place-content: center;
      min-height: 90vh; margin: 0 1.5rem; text-align: center; background: #fff; color: #16181d; }
    main { max-width: 24rem; padding: 1.5rem 0; }
    img { display: block; max-width: 100%; max-height: 40vh; margin: 0 auto 1.25rem;
      border-radius: 1rem; }
    h1 { font-size: 1.5rem; line-height: 1.25; font-weight: 600; margin: 0 0 1rem;
      overflow-wrap: anywhere; }
    p { margin: .6rem 0; overflow-wrap: anywhere; }
    a { color: #1d4ed8; display: inline-block; padding: .35rem .5rem; }
    a:focus-visible { outline: 3px solid #1d4ed8; outline-offset: 3px; }
    .button { display: block; padding: .75rem 1.6rem; border-radius: .8rem;
      border: 2px solid #1d4ed8; background: #1d4ed8; color: #fff; text-decoration: none;
      font-weight: 600; }
    .second { background: none; color: #1d4ed8; }
    .note { font-size: .88rem; color: #555b66; margin-top: 1.2rem; }
    @media (prefers-color-scheme: dark) {
      body { background: #16181d; color: #eceef2; }
      a, .second { color: #9db8ff; }
      .button { border-color: #3b66e8; background: #2c55d4; color: #fff; }
      .second { border-color: #9db8ff; background: none; color: #9db8ff; }
      .note { color: #b3bac6; }
      a:focus-visible { outline-color: #9db8ff; }
    }
    """)
}
