import BeckonContractSegmentify
import BeckonModel
import Foundation

/// A banner by its title, group and place.
public class BannerObject {
  /// Title.
  public var title: String?
  /// Group.
  public var group: String?
  /// Place in the group, from 0.
  public var order: NSNumber?

  /// - Parameters:
  ///   - title: title.
  ///   - group: group.
  ///   - order: place in the group.
  public init(title: String? = nil, group: String? = nil, order: NSNumber? = nil) {
    self.title = title
    self.group = group
    self.order = order
  }
}

/// A banner that was tapped on the way to a product.
public final class ClickedBannerObject: BannerObject {
  static func json(_ banners: [ClickedBannerObject]?) -> JSON? {
    guard let banners, !banners.isEmpty else { return nil }
    return .array(
      banners.map { banner in
        .object([
          "title": .text(banner.title), "group": .text(banner.group),
          "order": .amount(banner.order),
        ])
      })
  }
}

/// A banner was on a page, was tapped, or leads elsewhere now.
public final class BannerOperationsModel: SegmentifyObject {
  /// Title.
  public var title: String?
  /// Group.
  public var group: String?
  /// Place in the group, from 0.
  public var order: NSNumber?
  /// The product to which it leads.
  public var productId: String?
  /// The category to which it leads.
  public var category: String?
  /// The brand to which it leads.
  public var brand: String?
  /// The label to which it leads.
  public var label: String?
  /// What happened. Each call says it by itself; what stands here is not sent.
  public var type: String?
  /// Of no use: every event waits in a queue.
  public var async: Bool?
  /// Pages to which it leads.
  public var urls: [String]?
  /// The banners that were tapped before.
  public var activeBanners: [ClickedBannerObject]?

  func fact(_ kind: Segmentify.Banner.Kind) -> Fact {
    Fact(
      .banner, self,
      [
        "type": .string(kind.rawValue), "title": .text(title), "group": .text(group),
        "order": .amount(order), "productId": .text(productId), "category": .text(category),
        "brand": .text(brand), "label": .text(label), "urls": .texts(urls),
        "activeBanners": ClickedBannerObject.json(activeBanners),
      ])
  }
}

/// A banner of a group.
public final class InternalBannerModel {
  /// Title.
  public var title: String?
  /// Picture.
  public var image: String?
  /// Place in the group, from 0.
  public var order: NSNumber?
  /// Pages to which it leads.
  public var urls: [String]?

  /// Says nothing yet.
  public init() {}

  var json: JSON {
    .object([
      "title": .text(title), "image": .text(image), "order": .amount(order),
      "urls": .array((urls ?? []).map(JSON.string)),
    ])
  }
}

/// Banners that stand together.
public final class BannerGroupViewModel: SegmentifyObject {
  /// The group's name.
  public var group: String?
  /// What it shows.
  public var banners: [InternalBannerModel]?

  func fact(isView: Bool) -> Fact {
    Fact(
      isView ? .bannerGroupView : .bannerGroup, self,
      ["group": .text(group), "banners": .array((banners ?? []).map(\.json))])
  }
}
