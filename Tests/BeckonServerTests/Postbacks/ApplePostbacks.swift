import BeckonModel

/// Postbacks from Apple's documentation.
enum ApplePostbacks {
  static let version4 = """
    {"version":"4.0","ad-network-id":"com.example","source-identifier":"5239","app-id":5254630\
    29,"transaction-id":"6aafb7a5-0170-41b5-bbe4-fe71dedf1e30","redownload":false,"source-doma\
    in":"example.com","fidelity-type":1,"did-win":true,"conversion-value":63,"postback-sequenc\
    e-index":0,"attribution-signature":"MEUCIGRmSMrqedNu6uaHyhVcifs118R5z/AB6cvRaKrRRHWRAiEAv9\
    6ne3dKQ5kJpbsfk4eYiePmrZUU6sQmo+7zfP/1Bxo="}
    """
  static let version4Coarse = """
    {"version":"4.0","ad-network-id":"com.example","source-identifier":"39","app-id":525463029\
    ,"transaction-id":"6aafb7a5-0170-41b5-bbe4-fe71dedf1e31","redownload":false,"source-domain\
    ":"example.com","fidelity-type":1,"did-win":true,"coarse-conversion-value":"high","postbac\
    k-sequence-index":0,"attribution-signature":"MEUCIQD4rX6eh38qEhuUKHdap345UbmlzA7KEZ1bhWZuY\
    M8MJwIgMnyiiZe6heabDkGwOaKBYrUXQhKtF3P/ERHqkR/XpuA="}
    """
  static let version3 = """
    {"version":"3.0","ad-network-id":"example123.skadnetwork","campaign-id":42,"transaction-id\
    ":"6aafb7a5-0170-41b5-bbe4-fe71dedf1e28","app-id":525463029,"attribution-signature":"MEYCI\
    QD5eq3AUlamORiGovqFiHWI4RZT/PrM3VEiXUrsC+M51wIhAPMANZA9c07raZJ64gVaXhB9+9yZj/X6DcNxONdccQi\
    j","redownload":true,"source-app-id":1234567891,"fidelity-type":1,"conversion-value":20,"d\
    id-win":true}
    """
  static let version3Lost = """
    {"version":"3.0","ad-network-id":"example123.skadnetwork","campaign-id":42,"transaction-id\
    ":"f9ac267a-a889-44ce-b5f7-0166d11461f0","app-id":525463029,"attribution-signature":"MEUCI\
    QDDetUtkyc/MiQvVJ5I6HIO1E7l598572Wljot2Onzd4wIgVJLzVcyAV+TXksGNoa0DTMXEPgNPeHCmD4fw1ABXX0g\
    =","redownload":true,"fidelity-type":1,"did-win":false}
    """
  static let version2point2 = """
    {"version":"2.2","ad-network-id":"com.example","campaign-id":42,"transaction-id":"6aafb7a5\
    -0170-41b5-bbe4-fe71dedf1e28","app-id":525463029,"attribution-signature":"MEYCIQDTuQ1Z4Tpy\
    9D3aEKbxLl5J5iKiTumcqZikuY/AOD2U7QIhAJAaiAv89AoquHXJffcieEQXdWHpcV8ZgbKN0EwV9/sY","redownl\
    oad":true,"source-app-id":1234567891,"fidelity-type":1,"conversion-value":20}
    """
  static let version2point1 = """
    {"version":"2.1","ad-network-id":"com.example","campaign-id":42,"transaction-id":"6aafb7a5\
    -0170-41b5-bbe4-fe71dedf1e28","app-id":525463029,"attribution-signature":"MEUCID6rbq3qt4Gv\
    FaAaynh5/LAcvn1d8CQTRhrZhLIxLKntAiEAo7IrvoMw6u2qDg6Tr5vIsEHXjlLkPlCOL0ojJcEh3Qw=","redownl\
    oad":true,"source-app-id":1234567891,"conversion-value":20}
    """

  static let skAdNetwork = [
    ("4.0", version4), ("4.0, coarse", version4Coarse), ("3.0", version3),
    ("3.0, lost", version3Lost), ("2.2", version2point2), ("2.1", version2point1),
  ]

  /// Signed with a key for developing (`apple-development-identifier/1`).
  static let developmentJWS = """
    eyJraWQiOiJhcHBsZS1kZXZlbG9wbWVudC1pZGVudGlmaWVyXC8xIiwiYWxnIjoiRVMyNTYifQ.eyJwb3N0YmFjay1\
    pZGVudGlmaWVyIjoiODU1NDZFQjctRkQzOS00NEJDLTg5OTAtQzk4QTRBQzM2QTQ5IiwicHVibGlzaGVyLWl0ZW0ta\
    WRlbnRpZmllciI6MCwibWFya2V0cGxhY2UtaWRlbnRpZmllciI6ImNvbS5hcHBsZS5BcHBTdG9yZSIsImltcHJlc3N\
    pb24tdHlwZSI6ImFwcC1pbXByZXNzaW9uIiwiYWQtbmV0d29yay1pZGVudGlmaWVyIjoiZGV2ZWxvcG1lbnQuYWRhd\
    HRyaWJ1dGlvbmtpdCIsImRpZC13aW4iOnRydWUsInBvc3RiYWNrLXNlcXVlbmNlLWluZGV4IjowLCJjb252ZXJzaW9\
    uLXR5cGUiOiJyZS1lbmdhZ2VtZW50Iiwic291cmNlLWlkZW50aWZpZXIiOiIxMjM0IiwiYWR2ZXJ0aXNlZC1pdGVtL\
    WlkZW50aWZpZXIiOjEwNzM4MDI3NzU2fQ.bAdNwKd6OfHK9tofvjjua4X_JPcFTxXPQSspD9gZkinw97pY7R1aI-LS\
    jl-oxZZF3_K2H5JK5TSEBee4_1U4oQ
    """
  /// Names the key of production, and none of the published keys verifies it.
  static let unverifiedJWS = """
    eyJraWQiOiJhcHBsZS1jYXMtaWRlbnRpZmllci8wIiwiYWxnIjoiRVMyNTYifQ.eyJhZHZlcnRpc2VkLWl0ZW0taWR\
    lbnRpZmllciI6Njg0OTM5LCJjb252ZXJzaW9uLXR5cGUiOiJyZS1lbmdhZ2VtZW50IiwibWFya2V0cGxhY2UtaWRlb\
    nRpZmllciI6ImNvbS5hcHBsZS5BcHBTdG9yZSIsImFkLW5ldHdvcmstaWRlbnRpZmllciI6InRlc3QuYWRhdHRyaWJ\
    1dGlvbmtpdCIsImltcHJlc3Npb24tdHlwZSI6ImFwcC1pbXByZXNzaW9uIiwicG9zdGJhY2stc2VxdWVuY2UtaW5kZ\
    XgiOjAsInNvdXJjZS1pZGVudGlmaWVyIjoiODM0NCIsImRpZC13aW4iOnRydWUsInBvc3RiYWNrLWlkZW50aWZpZXI\
    iOiIzZjUwZmU1Ny0yOWFlLTQ4NjEtOGMwYi1hYzZhZGRkZmY3MmMiLCJwdWJsaXNoZXItaXRlbS1pZGVudGlmaWVyI\
    jo1ODM4NDkyfQ.AemK1x2ahIPKOnFEEscG4wvipRtR1G6DzpNF4M4joPb8POIH4FJjm4VvcNgLXc9rWBrEDQPvDbld\
    uoc7MFcK5w
    """

  /// A whole body of AdAttributionKit.
  static func body(_ jws: String) -> JSON {
    [
      "jws-string": .string(jws), "ad-interaction-type": "click", "conversion-value": 24,
      "country-code": "US",
    ]
  }
}
