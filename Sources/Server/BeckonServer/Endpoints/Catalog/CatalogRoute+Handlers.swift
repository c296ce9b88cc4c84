import BeckonContract
import BeckonEngine

extension CatalogRoute: ServedRoutes {
  var handler: Handler {
    switch self {
    case .list: .keyed(ListProducts.prepare)
    case .tell: .keyed(TellProducts.prepare)
    case .tellStock: .keyed(TellStock.prepare)
    case .put: .keyed { try WriteProduct.prepare($0, .whole) }
    case .update: .keyed { try WriteProduct.prepare($0, .part) }
    case .delete: .keyed(DeleteProduct.prepare)
    case .read: .keyed(ReadProduct.prepare)
    case .prices: .keyed(ListPrices.prepare)
    case .unmatched: .keyed(ListUnmatchedProducts.prepare)
    }
  }
}
