// Stands for Apple's UIKit, as far as Beckon uses it. Shapes, optionality and isolation from Apple's
// documentation: nearly all of UIKit belongs to the main actor, and so it does here.
@_exported import Foundation

@MainActor open class UIResponder: NSObject {}

public struct UIBackgroundTaskIdentifier: RawRepresentable, Hashable, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  public static let invalid = UIBackgroundTaskIdentifier(rawValue: 0)
}

@MainActor open class UIApplication: UIResponder {
  public enum State: Int, Sendable { case active, inactive, background }
  public struct OpenExternalURLOptionsKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  public class var shared: UIApplication { UIApplication() }
  open var applicationState: State { .active }

  open func open(
    _ url: URL, options: [OpenExternalURLOptionsKey: Any] = [:],
    completionHandler completion: (@MainActor @Sendable (Bool) -> Void)? = nil
  ) {}
  open func canOpenURL(_ url: URL) -> Bool { false }

  nonisolated open func beginBackgroundTask(
    withName name: String? = nil,
    expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil
  ) -> UIBackgroundTaskIdentifier { .invalid }
  nonisolated open func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) {}

  nonisolated public class var didEnterBackgroundNotification: NSNotification.Name {
    NSNotification.Name("")
  }
  nonisolated public class var willEnterForegroundNotification: NSNotification.Name {
    NSNotification.Name("")
  }
  nonisolated public class var didBecomeActiveNotification: NSNotification.Name {
    NSNotification.Name("")
  }
  nonisolated public class var willResignActiveNotification: NSNotification.Name {
    NSNotification.Name("")
  }
  nonisolated public class var willTerminateNotification: NSNotification.Name {
    NSNotification.Name("")
  }
}

public enum UIUserInterfaceIdiom: Int, Sendable {
  case unspecified = -1
  case phone, pad, tv, carPlay, mac
}

@MainActor open class UIDevice: NSObject {
  public class var current: UIDevice { UIDevice() }
  open var name: String { "" }
  open var model: String { "" }
  open var localizedModel: String { "" }
  open var systemName: String { "" }
  open var systemVersion: String { "" }
  open var identifierForVendor: UUID? { nil }
  open var userInterfaceIdiom: UIUserInterfaceIdiom { .phone }
}

@MainActor open class UIScreen: NSObject {
  public class var main: UIScreen { UIScreen() }
  open var bounds: CGRect { .zero }
  open var nativeBounds: CGRect { .zero }
  open var scale: CGFloat { 1 }
  open var nativeScale: CGFloat { 1 }
}

@MainActor open class UIPasteboard: NSObject {
  public struct DetectionPattern: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let probableWebURL = DetectionPattern(rawValue: "probableWebURL")
  }

  public class var general: UIPasteboard { UIPasteboard() }
  open var string: String?
  open var url: URL?
  open var hasStrings: Bool { false }
  open var hasURLs: Bool { false }
  open var changeCount: Int { 0 }
  open func detectPatterns(
    for patterns: Set<DetectionPattern>,
    completionHandler: @escaping @Sendable (Result<Set<DetectionPattern>, any Error>) -> Void
  ) {}
}

@MainActor open class UIViewController: UIResponder {
  open func dismiss(animated flag: Bool, completion: (() -> Void)? = nil) {}
}

@MainActor open class UINavigationController: UIViewController {}

open class UIImage: NSObject, @unchecked Sendable {
  public init?(data: Data) { nil }
}
