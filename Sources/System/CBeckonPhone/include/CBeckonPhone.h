#ifndef CBECKON_PHONE_H
#define CBECKON_PHONE_H

#ifdef __cplusplus
extern "C" {
#endif

/// What libphonenumber says of a number. `fault` is 0 when it may be one; then the other members are
/// set, else `possible`.
struct beckon_phone {
  /// 0 none, 1 no number, 2 no such country, 3 too short, 4 too long, 5 no such length, 6 only local.
  int fault;
  /// Whether the plan of its country has such numbers.
  int is_valid;
  /// 0 mobile, 1 fixed, 2 one of these two, 3 a service, 4 unknown.
  int line;
  /// Whether it was written with an extension.
  int has_extension;
  /// In E.164 form, with NUL.
  char e164[32];
  /// ISO 3166, or empty when it belongs to no country, with NUL.
  char region[4];
};

/// Reads a number as dialled in `region` (ISO 3166, may be empty). Thread-safe.
void beckon_phone_read(const char *number, const char *region, struct beckon_phone *result);

/// Writes region number `index` that the library knows, with NUL. Returns 0 when there is none.
int beckon_phone_region(int index, char output[4]);

/// Writes an example of a number with NUL. `type` counts the library's types from 0, and -1 asks
/// for a number that nobody can have; `format` counts its formats: 0 E.164, 1 international, 2 national, 3 RFC 3966. Returns 0 when the region has none.
int beckon_phone_example(
    const char *region, int type, int format, char *output, unsigned long capacity);

#ifdef __cplusplus
}
#endif
#endif
