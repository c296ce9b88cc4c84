import BeckonModel
import Testing

@testable import BeckonEngine

/// Whose a visitor is, and what may be moved and shown.
@Suite struct VisitorTieTests {
  private static let ana = PersonID(Identifier(high: 1, low: 1))
  private static let ben = PersonID(Identifier(high: 2, low: 2))
  private static let nobody = VisitorStanding()
  private static let claimed = VisitorStanding(person: ana)
  private static let proven = VisitorStanding(person: ana, isProven: true)

  @Test("A log-in makes a nameless visitor the person's, and of a second person begins another")
  func login() {
    #expect(
      VisitorTie.login(Self.ana, isProven: false, as: Self.nobody)
        == .becomes(Self.ana, isProven: false))
    #expect(VisitorTie.login(Self.ana, isProven: false, as: Self.claimed) == .stays)
    #expect(
      VisitorTie.login(Self.ana, isProven: true, as: Self.claimed)
        == .becomes(Self.ana, isProven: true))
    #expect(VisitorTie.login(Self.ana, isProven: false, as: Self.proven) == .stays)
    for known in [Self.claimed, Self.proven] {
      #expect(
        VisitorTie.login(Self.ben, isProven: true, as: known)
          == .begins(Self.ben, isProven: true))
    }
  }

  @Test("After the log-out another visitor begins")
  func logout() {
    #expect(VisitorTie.logout(of: Self.nobody) == .stays)
    #expect(VisitorTie.logout(of: Self.claimed) == .begins(nil, isProven: false))
  }

  @Test("A changed id moves only what nobody known did")
  func move() {
    #expect(VisitorTie.mayMove(Self.nobody))
    #expect(!VisitorTie.mayMove(Self.claimed))
    #expect(!VisitorTie.mayMove(Self.proven))
    #expect(!VisitorTie.mayMove(VisitorStanding(hasInstall: true)))
  }

  @Test("A claim shows no other visitor's history, and adds nothing to it")
  func share() {
    #expect(VisitorTie.shares(Self.proven, with: Self.proven))
    #expect(!VisitorTie.shares(Self.claimed, with: Self.proven))
    #expect(!VisitorTie.shares(Self.proven, with: Self.claimed))
    #expect(!VisitorTie.shares(Self.nobody, with: Self.nobody))
    #expect(
      !VisitorTie.shares(Self.proven, with: VisitorStanding(person: Self.ben, isProven: true)))
  }
}
