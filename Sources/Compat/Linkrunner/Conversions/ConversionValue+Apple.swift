import BeckonContract
import BeckonContractLinkrunner

#if canImport(StoreKit) && canImport(UIKit) && !os(watchOS) && !os(tvOS)
  import StoreKit

  #if canImport(AdAttributionKit)
    import AdAttributionKit
  #endif

  extension Linkrunner.ConversionValue {
    /// Tells SKAdNetwork, and from iOS 17.4 on AdAttributionKit too.
    /// - Returns: whether SKAdNetwork took it.
    func apply() async -> Bool {
      await applyToAdAttributionKit()
      return await withCheckedContinuation { continuation in
        applyToSKAdNetwork { continuation.resume(returning: $0) }
      }
    }

    private func applyToSKAdNetwork(_ completion: @escaping @Sendable (Bool) -> Void) {
      if #available(iOS 16.1, *) {
        let coarseValue: SKAdNetwork.CoarseConversionValue
        switch coarse?.lowercased() {
        case "high": coarseValue = .high
        case "medium": coarseValue = .medium
        default: coarseValue = .low
        }
        SKAdNetwork.updatePostbackConversionValue(
          Int(fine), coarseValue: coarseValue, lockWindow: locks
        ) { completion($0 == nil) }
      } else if #available(iOS 15.4, *) {
        SKAdNetwork.updatePostbackConversionValue(Int(fine)) { completion($0 == nil) }
      } else {
        SKAdNetwork.updateConversionValue(Int(fine))
        completion(true)
      }
    }

    /// It fails where no ad led to the install, which is nothing to tell.
    private func applyToAdAttributionKit() async {
      #if canImport(AdAttributionKit)
        if #available(iOS 17.4, *) {
          let value: AdAttributionKit.CoarseConversionValue
          switch coarse?.lowercased() {
          case "high": value = .high
          case "medium": value = .medium
          default: value = .low
          }
          try? await Postback.updateConversionValue(
            Int(fine), coarseConversionValue: value, lockPostback: locks)
        }
      #endif
    }
  }
#else
  extension Linkrunner.ConversionValue {
    /// There is no ad framework here.
    func apply() async -> Bool { false }
  }
#endif
