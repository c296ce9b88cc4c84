import BeckonDatabase
import BeckonEngine
import BeckonModel

/// Registers an install at its first launch and matches it with a click.
public struct FirstLaunch {
  private let scope: Scope
  private let request: Request

  /// What the app and the connection tell.
  public struct Request: Sendable {
    /// The app's own id of the install.
    public let installID: String
    /// The device.
    public let device: DeviceDescription
    /// Whether the call describes the device at all.
    public let knowsDevice: Bool
    /// Whether somebody signs up by the call.
    public let isSignUp: Bool
    /// How old the install is, as far as the call tells.
    public let age: InstallAge
    /// The device as it is kept, for the export.
    public let deviceJSON: JSON
    /// The network, in its one written form.
    public let network: String
    /// What kind of network it is.
    public let networkClass: NetworkClass
    /// The link with which the app was opened.
    public let link: String?
    /// A click id that the app got by other means.
    public let clickID: String?
    /// Google Play's install referrer.
    public let installReferrer: String?
    /// The install referrer of Meta's own apps.
    public let metaReferrer: String?
    /// A link that the person copied.
    public let pasteboard: String?
    /// The vendor by whose protocol the app tells it; `nil` for Beckon's own.
    public let vendor: Vendor?
    /// Whether the call does not name the install: its id is made of what the call tells.
    public let isUnnamed: Bool
    /// What `RecentClicks` gave when it caught up after the call had come; without it the table is
    /// looked at too.
    public var caughtUp: RecentClicks.Generation?
    /// What the caller shows.
    public let proof: Proof

    /// Whether the app names what may have led here.
    var namesOrigin: Bool {
      link != nil || clickID != nil || installReferrer != nil || pasteboard != nil
    }

    /// Whether the store says that nobody sent the person.
    var isOrganicByStore: Bool {
      installReferrer.map(InstallReferrer.init)?.isOrganic ?? false
    }

    /// The device as it is kept, with what Meta had sealed for the app, if it can be opened, and
    /// what the link said with which the app was opened. Of Meta's Google Play's word comes first:
    /// it is of the click that led to the store.
    func device(for app: AppContext) -> JSON {
      let campaign = [installReferrer, metaReferrer].lazy.compactMap { $0 }
        .compactMap(app.metaCampaign).first
      let said = [
        (AdParameters.metaMember, campaign?.json),
        (AdParameters.linkMember, link.flatMap { AdParameters(url: $0).json }),
      ].compactMap { name, value in value.map { JSON.Member(name, $0) } }
      return said.isEmpty ? deviceJSON : .object((deviceJSON.members ?? []) + said)
    }

    /// Makes a request.
    public init(
      installID: String, device: DeviceDescription, deviceJSON: JSON, network: String,
      networkClass: NetworkClass, link: String?, clickID: String?, installReferrer: String?,
      metaReferrer: String? = nil, pasteboard: String?, vendor: Vendor? = nil,
      knowsDevice: Bool = true, isSignUp: Bool = false,
      age: InstallAge = InstallAge(installedAt: nil), isUnnamed: Bool = false,
      proof: Proof = Proof(key: .publishable, token: nil)
    ) {
      self.installID = installID
      self.isUnnamed = isUnnamed
      self.device = device
      self.knowsDevice = knowsDevice
      self.isSignUp = isSignUp
      self.age = age
      self.deviceJSON = deviceJSON
      self.network = network
      self.networkClass = networkClass
      self.link = link
      self.clickID = clickID
      self.installReferrer = installReferrer
      self.metaReferrer = metaReferrer
      self.pasteboard = pasteboard
      self.vendor = vendor
      self.proof = proof
    }
  }

  /// The install, its decision, and the matched link.
  public struct Outcome: Sendable {
    /// The install.
    public let install: Install
    /// Its token; `nil` when it was registered before.
    public let token: String?
    /// The decision; without its explanation when it was made before. While the install waits for a
    /// call that describes its device, one that is not stored and says so.
    public let decision: StoredDecision
    /// The matched link.
    public let link: Link?
    /// Whose link it is, unless the match is weak.
    public let referrer: PersonID?
    /// The UTM parameters of what led here.
    public let utm: UTM
  }

  /// Prepares a first launch.
  public init(_ scope: Scope, _ request: Request) {
    self.scope = scope
    self.request = request
  }

  /// Carries it out. The same install again gets the same decision, and no token.
  /// - Throws: `DatabaseError`.
  public func run() throws -> Outcome {
    let outcomes = try FirstLaunches([(scope, request)], in: scope.connection).run()
    guard let outcome = outcomes.first else { throw DatabaseError.misuse("no outcome") }
    return outcome
  }
}
