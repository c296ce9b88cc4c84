import BeckonContractSegmentify
import BeckonEngine
import BeckonModel

extension Segmentify.Banner {
  /// What happened to the banner.
  /// - Throws: `FieldError`.
  func neutral(_ notes: inout [String]) throws(FieldError) -> BannerEvent {
    let one = try BeckonEngine.Banner(
      title: banner.title, order: banner.order, urls: urls.kept(&notes),
      product: details[.productId], category: details[.category], brand: details[.brand],
      label: details[.label])
    return try BannerEvent(kind.neutral, group: banner.group ?? banner.title ?? "", banners: [one])
  }
}

extension Segmentify.BannerGroup {
  /// What happened to the group.
  /// - Throws: `FieldError`.
  func neutral(_ notes: inout [String]) throws(FieldError) -> BannerEvent {
    var shown: [BeckonEngine.Banner] = []
    for member in banners {
      shown.append(
        try BeckonEngine.Banner(
          title: member.title, order: member.order, image: member.image,
          urls: member.urls.kept(&notes)))
    }
    return try BannerEvent(isView ? .view : .group, group: group, banners: shown)
  }
}

extension Segmentify.Banner.Kind {
  fileprivate var neutral: BannerEvent.Kind {
    switch self {
    case .impression: .impression
    case .view: .view
    case .click: .click
    case .update: .update
    }
  }
}

extension [String] {
  /// As many of a banner's URLs as are kept.
  fileprivate func kept(_ notes: inout [String]) -> [String] {
    if count > 10 { notes.append("Of a banner's 'urls' the first 10 are kept.") }
    return Array(prefix(10))
  }
}
