#ifndef CBECKON_PHONE_H
#define CBECKON_PHONE_H

#ifdef __cplusplus
extern "C" {
#endif

/// Writes `number`, read as dialled in `region` (ISO 3166, may be empty), in E.164 form with NUL into
/// `output`. Returns 2 when the number is valid, 1 when only possible, 0 when neither (then `output` is
/// not written). Thread-safe.
int beckon_phone_e164(
    const char *number, const char *region, char *output, unsigned long capacity);

#ifdef __cplusplus
}
#endif
#endif
