import TestPrograms
import Testing

@Suite struct DemoTests {
  @Test("The demo plays its story to the end")
  func demo() async throws {
    let folder = try TemporaryFolder()
    let demo = try await BeckonProgram.run("demo", "--database", folder.database())
    #expect(demo.status == 0, "\(demo.output)\n\(demo.errors)")
    #expect(demo.output.contains("checks hold"), "\(demo.output)")
  }
}
