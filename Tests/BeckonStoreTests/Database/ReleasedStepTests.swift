import BeckonDatabase
import BeckonStore
import Testing

/// A step of the schema that was released stays as it is: databases that have taken it do not take
/// it again, so what is added to it is never there.
@Suite struct ReleasedStepTests {
  /// A digest of each released step, in order. A new step gets its line when it is released.
  private static let released: [UInt64] = [
    0xA460_0262_89AD_DD25, 0x4EC3_FD79_C3E1_28B6, 0x1C18_7269_658B_7529,
    0x9429_80AC_0910_FF1F, 0x8CA5_0B9A_99A6_AFC7, 0xE06A_E453_242C_F317,
    0xD0EF_3D0D_4403_EDEB, 0x366E_7E15_FF50_F407, 0x17C2_FD30_E1F8_4AFF,
    0xD655_9414_84BF_ECE7, 0xF9D2_3B22_C069_9563, 0xB9F5_D8F0_8417_BDC9,
    0x2B40_2786_C1F4_A477, 0x8A92_D8CC_08D6_6D1A, 0x9E71_5D33_D324_6DD0,
    0x06C0_D977_5B44_9B04, 0x80ED_7744_9CDD_A766, 0xFE8B_D5F5_E186_5ABD,
    0x8197_D9B6_7632_DD5B, 0x19CE_F115_FEC3_190B, 0x36A5_B99C_DE8D_A154,
    0x765D_B4C9_F266_9AB3, 0x5556_CCC3_C784_3BC9, 0x3784_B190_CBDB_15D3,
    0x1A87_345D_2AB5_EFC0, 0x6B0E_CCFF_2ED2_CFA3, 0xE3EB_45DE_72B3_363E,
    0x333E_D493_54F8_46F7, 0xB313_16BA_6125_8AE5, 0x92A7_07D2_9094_CC98,
    0x99E0_0B08_B55F_E2AB, 0x78A7_FE8B_8D81_8D63, 0x2EA9_20CF_CFCA_D669,
    0x02E3_31DB_2844_8450, 0x107D_F3E3_6D39_D6FC, 0x89BC_4031_4942_807F,
    0xF2FC_505C_52F2_68C2, 0x903C_03B4_8318_86CB, 0xFD7B_6D6A_721B_B35B,
    0x5DC1_D8BD_C48D_4247, 0xC6E5_9933_BEA8_2734, 0xB10F_ADCA_B1DC_132F,
    0x389D_C075_29C7_581C,
  ]

  /// FNV-1a, with 64 bits.
  private static func digest(_ step: Migration) -> UInt64 {
    let text = step.statements.map { "\($0)" }.joined(separator: "\u{0}")
    return text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
  }

  @Test("No released step has changed")
  func unchanged() {
    let digests = Migration.all.prefix(Self.released.count).map(Self.digest)
    for (step, (now, before)) in zip(digests, Self.released).enumerated() {
      #expect(now == before, "step \(step + 1) was released: write a new one")
    }
    #expect(digests.count == Self.released.count)
  }
}
