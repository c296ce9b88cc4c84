import BeckonContract

/// The dashboard's paths. They are no calls of the API: what stands behind them are pages, which
/// change as they need.
enum DashboardRoute: ServedRoutes {
  /// The overview of all apps.
  case home
  /// Any other page.
  case look
  /// A form of the overview.
  case homeForm
  /// A form of any other page.
  case form

  var route: Route {
    switch self {
    case .home: Route("GET", "/dashboard", .open)
    case .look: Route("GET", "/dashboard/{path...}", .open)
    case .homeForm: Route("POST", "/dashboard", .open)
    case .form: Route("POST", "/dashboard/{path...}", .open)
    }
  }

  var handler: Handler {
    switch self {
    case .home, .look: .open { await $0.services[Dashboard.self].look($0) }
    case .homeForm, .form: .open { await $0.services[Dashboard.self].take($0) }
    }
  }
}
