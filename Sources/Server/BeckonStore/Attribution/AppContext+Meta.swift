import BeckonBasics
import BeckonEngine
import BeckonModel

extension AppContext {
  /// The campaign that Meta has sealed in an install referrer; `nil` when there is none in it, the
  /// app has not set the key, or it is the wrong one.
  func metaCampaign(in referrer: String) -> MetaCampaign? {
    guard let key = settings.metaReferrerKey.flatMap(Hexadecimal.decode),
      let sealed = MetaReferrer(installReferrer: referrer),
      let plain = AES256GCM(key: key)?.open(sealed.data, nonce: sealed.nonce)
    else { return nil }
    return MetaCampaign(try? JSONReader.read(plain))
  }
}
