@_exported import enum BeckonContractLinkrunner.Linkrunner

/// What a payment was for.
public typealias PaymentType = Linkrunner.PaymentType

/// How far a payment has come.
public typealias PaymentStatus = Linkrunner.PaymentStatus
