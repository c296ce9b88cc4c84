import Foundation

#if canImport(UIKit)
  import UIKit
#endif

// The vendor's names stay as apps write them, capital letters and underscores too.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// Who the app is. The server is `BeckonURL` in Info.plist.
public class RHApiKey {
  /// The key: a publishable key `pk_…`, or an API token that the server knows as one.
  public static var apiKey: String {
    get { ReferralHeroSession.shared.settings.key }
    set { ReferralHeroSession.shared.configure { $0.key = newValue } }
  }

  /// The campaign's `list_uuid`.
  public static var uuID: String {
    get { ReferralHeroSession.shared.settings.list }
    set { ReferralHeroSession.shared.configure { $0.list = newValue } }
  }

  /// The device's address. Empty: the server sees it by itself, and believes no app that names
  /// another. The vendor's SDK asks a third server for it.
  public static var IP: String {
    get { ReferralHeroSession.shared.settings.address }
    set { ReferralHeroSession.shared.configure { $0.address = newValue } }
  }

  /// The device's model, such as `iPhone`.
  public static var Device: String {
    get { ReferralHeroSession.shared.settings.device }
    set { ReferralHeroSession.shared.configure { $0.device = newValue } }
  }

  /// The device's system, `IOS`.
  public static var OS: String {
    get { ReferralHeroSession.shared.settings.system }
    set { ReferralHeroSession.shared.configure { $0.system = newValue } }
  }

  /// The screen in points, `390.0 x 844.0`.
  public static var SCREEN_SIZE: String {
    get { ReferralHeroSession.shared.settings.screen }
    set { ReferralHeroSession.shared.configure { $0.screen = newValue } }
  }

  /// Says who the app is. Before it nothing is sent.
  public static func configure(withAPIKey apiKey: String, withuuID uuID: String) {
    ReferralHeroSession.shared.configure { settings in
      settings.key = apiKey
      settings.list = uuID
    }
    setDefaultParameters()
  }

  /// Says who the app is, and where the server is.
  public static func configure(
    withAPIKey apiKey: String, withuuID uuID: String, server: URL
  ) {
    ReferralHeroSession.shared.configure { $0.server = server }
    configure(withAPIKey: apiKey, withuuID: uuID)
  }

  /// The same for apps that used another service to find out who referred their users. Beckon does
  /// that itself, so what stands in the last two is not needed.
  public static func configure(
    withAPIKey apiKey: String, withuuID uuID: String, launchOptions: [AnyHashable: Any]?,
    branchKey: String
  ) {
    configure(withAPIKey: apiKey, withuuID: uuID)
  }

  /// Finds out what is said of the device.
  public static func setDefaultParameters() {
    #if canImport(UIKit)
      Task { @MainActor in
        let size = UIScreen.main.bounds.size
        let (model, screen) = (UIDevice.current.model, "\(size.width) x \(size.height)")
        ReferralHeroSession.shared.configure { settings in
          (settings.device, settings.system, settings.screen) = (model, "IOS", screen)
        }
      }
    #endif
  }
}
