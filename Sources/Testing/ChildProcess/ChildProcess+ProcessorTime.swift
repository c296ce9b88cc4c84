import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension ChildProcess {
  /// Processor time of all its threads so far, in microseconds, those that have ended too; `nil`
  /// when it has ended, and where a system does not tell.
  public var processorMicroseconds: Double? {
    Self.processorMicroseconds(of: identifier)
  }

  /// The same of any process.
  public static func processorMicroseconds(of process: Int32) -> Double? {
    #if canImport(Glibc) || canImport(Musl)
      var (clock, time) = (clockid_t(), timespec())
      guard clock_getcpuclockid(process, &clock) == 0, clock_gettime(clock, &time) == 0 else {
        return nil
      }
      return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
    #else
      return nil
    #endif
  }
}
