extension FixedText {
  /// A few lines of text and a button in the middle of the screen, light or dark as the device is.
  static let plainStyle = FixedText(
    """
    :root { color-scheme: light dark; }
    body { font: 17px/1.5 system-ui, sans-serif; display: grid; place-content: center;
      min-height: 90vh; margin: 0 1.5rem; text-align: center; }
    h1 { font-size: 1.5rem; font-weight: 600; margin: 0 0 1rem; }
    p { margin: .4rem 0; }
    a { color: #2563eb; }
    .button { display: inline-block; padding: .7rem 1.6rem; border-radius: .8rem;
      background: #2563eb; color: #fff; text-decoration: none; font-weight: 600; }
    @media (prefers-color-scheme: dark) { a { color: #93b4ff; } .button { color: #fff; } }
    """)
}
