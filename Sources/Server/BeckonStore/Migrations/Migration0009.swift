extension Migration {
  /// What is needed to tell true facts, people and identities from claimed ones.
  static let nothingToSteal = Migration(
    number: 9, name: "nothing-to-steal",
    statements: vendorsOfInstalls)

  /// By whose protocol installs and people became known; `NULL` is Beckon's own. Of those from
  /// before, the installs are Linkrunner's of whose device something was kept that only its clients
  /// tell, and the people who have used no other install. What is not sure counts as Beckon's own,
  /// where a bare install id proves nothing.
  private static let vendorsOfInstalls: [StaticString] = [
    "ALTER TABLE installs ADD COLUMN vendor TEXT",
    "ALTER TABLE people ADD COLUMN vendor TEXT",
    """
    UPDATE installs SET vendor = 'linkrunner'
    WHERE device LIKE '%"bundle_id":%' OR device LIKE '%"brand":%' OR device LIKE '%"idfv":%'
      OR device LIKE '%"idfa":%' OR device LIKE '%"gaid":%' OR device LIKE '%"appsetid":%'
      OR device LIKE '%"build_number":%' OR device LIKE '%"install_ref":%'
      OR device LIKE '%"meta_install_ref":%'
    """,
    """
    UPDATE people SET vendor = 'linkrunner'
    WHERE EXISTS (
      SELECT 1 FROM install_people AS u WHERE u.app = people.app AND u.person = people.id)
    AND NOT EXISTS (
      SELECT 1 FROM install_people AS u
      JOIN installs AS i ON i.app = u.app AND i.id = u.install
      WHERE u.app = people.app AND u.person = people.id AND i.vendor IS NULL)
    """,
  ]
}
