import BeckonEngine
import BeckonModel
import Testing

@Suite struct BareInstallIDTests {
  @Test(
    "An install's bare id proves only what its own vendor's protocol has made",
    arguments: [
      // Shown to, install of, person of: what is proven.
      (.linkrunner, .linkrunner, .linkrunner, true, true),
      (.linkrunner, .linkrunner, nil, true, false),
      (.linkrunner, nil, .linkrunner, false, false),
      (.linkrunner, nil, nil, false, false),
      (.referralhero, .linkrunner, .linkrunner, false, false),
      (.linkrunner, .linkrunner, .referralhero, true, false),
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
