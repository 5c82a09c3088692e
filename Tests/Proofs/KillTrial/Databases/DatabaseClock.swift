import Glibc
import LocalNodes

/// Clocks of servers of PostgreSQL that can be set: a library in front of that of C adds to the time.
///
/// It is compiled when it is needed, and only here: whoever has no compiler of C has no such clocks.
enum DatabaseClock {
  /// The file of the library.
  static let library = "clock.so"

  /// Makes the library, and clocks in these files.
  ///
  /// - Returns: Whether it could.
  static func make(in directory: String, _ clocks: [String]) -> Bool {
    let compiler =
      "exec $(command -v cc || command -v clang) -shared -fPIC -o \"$0\" -x c - >/dev/null 2>&1"
    guard let shell = try? Shell(compiler, ["\(directory)/\(library)"]),
      shell.finish(source).status == 0
    else { return false }
    return clocks.allSatisfy {
      (try? set("\(directory)/\($0)", ahead: 0)) != nil
    }
  }

  /// Sets a clock.
  ///
  /// - Throws: `LocalServerError.system`.
  static func set(_ path: String, ahead seconds: Int) throws {
    let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
    guard file >= 0 else { throw LocalServerError.system(errno) }
    defer { close(file) }
    var seconds = Int64(seconds)
    guard pwrite(file, &seconds, MemoryLayout<Int64>.size, 0) == MemoryLayout<Int64>.size else {
      throw LocalServerError.system(errno)
    }
  }

  private static let source = """
    #define _GNU_SOURCE
    #include <fcntl.h>
    #include <stdint.h>
    #include <stdlib.h>
    #include <sys/mman.h>
    #include <sys/syscall.h>
    #include <sys/time.h>
    #include <time.h>
    #include <unistd.h>
    static int64_t none;
    static volatile int64_t *ahead = &none;
    __attribute__((constructor)) static void begin(void) {
      const char *path = getenv("DROPLINE_CLOCK");
      int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
      void *clock = file < 0 ? MAP_FAILED : mmap(0, sizeof none, PROT_READ, MAP_SHARED, file, 0);
      if (clock != MAP_FAILED) ahead = clock;
    }
    int clock_gettime(clockid_t clock, struct timespec *now) {
      int status = (int)syscall(SYS_clock_gettime, clock, now);
      if (status == 0 && clock == CLOCK_REALTIME) now->tv_sec += *ahead;
      return status;
    }
    int gettimeofday(struct timeval *restrict now, void *restrict zone) {
      struct timespec time;
      int status = clock_gettime(CLOCK_REALTIME, &time);
      *now = (struct timeval){time.tv_sec, time.tv_nsec / 1000};
      return status;
    }
    time_t time(time_t *now) {
      struct timespec time;
      clock_gettime(CLOCK_REALTIME, &time);
      if (now) *now = time.tv_sec;
      return time.tv_sec;
    }
    """
}
