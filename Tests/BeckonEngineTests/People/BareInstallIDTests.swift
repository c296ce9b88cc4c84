import BeckonEngine
import BeckonModel
import Testing

@Suite struct BareInstallIDTests {
  private static let (first, second) = (Vendor(name: "first"), Vendor(name: "second"))

  @Test(
    "An install's bare id proves only what its own vendor's protocol has made",
    arguments: [
      // Shown to, install of, person of: what is proven.
      (first, first, first, true, true),
      (first, first, nil, true, false),
      (first, nil, first, false, false),
      (first, nil, nil, false, false),
      (second, first, first, false, false),
      (first, first, second, true, false),
    ] as [(Vendor, Vendor?, Vendor?, Bool, Bool)])
  func proof(
    _ vendor: Vendor, _ install: Vendor?, _ person: Vendor?, _ provesInstall: Bool,
    _ provesPerson: Bool
  ) {
    let bare = BareInstallID(shownTo: vendor, install: install, person: person)
    #expect(bare.provesInstall == provesInstall)
    #expect(bare.provesPerson == provesPerson)
  }
}
