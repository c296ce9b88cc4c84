#include "CBeckonPhone.h"

#include <phonenumbers/phonenumberutil.h>

#include <cstring>
#include <set>
#include <string>

using i18n::phonenumbers::PhoneNumber;
using i18n::phonenumbers::PhoneNumberUtil;

static int write(const std::string &text, char *output, unsigned long capacity) {
  if (text.size() + 1 > capacity) return 0;
  std::memcpy(output, text.c_str(), text.size() + 1);
  return 1;
}

static int fault_of(PhoneNumberUtil::ErrorType error) {
  switch (error) {
    case PhoneNumberUtil::NO_PARSING_ERROR: return 0;
    case PhoneNumberUtil::INVALID_COUNTRY_CODE_ERROR: return 2;
    case PhoneNumberUtil::TOO_SHORT_AFTER_IDD:
    case PhoneNumberUtil::TOO_SHORT_NSN: return 3;
    case PhoneNumberUtil::TOO_LONG_NSN: return 4;
    default: return 1;
  }
}

static int fault_of(PhoneNumberUtil::ValidationResult result) {
  switch (result) {
    case PhoneNumberUtil::IS_POSSIBLE: return 0;
    case PhoneNumberUtil::INVALID_COUNTRY_CODE: return 2;
    case PhoneNumberUtil::TOO_SHORT: return 3;
    case PhoneNumberUtil::TOO_LONG: return 4;
    case PhoneNumberUtil::IS_POSSIBLE_LOCAL_ONLY: return 6;
    default: return 5;
  }
}

static int line_of(PhoneNumberUtil::PhoneNumberType type) {
  switch (type) {
    case PhoneNumberUtil::MOBILE: return 0;
    case PhoneNumberUtil::FIXED_LINE:
    case PhoneNumberUtil::VOIP:
    case PhoneNumberUtil::UAN: return 1;
    case PhoneNumberUtil::FIXED_LINE_OR_MOBILE: return 2;
    case PhoneNumberUtil::UNKNOWN: return 4;
    default: return 3;
  }
}

// A number as the library knows it. Benin put 01 before all of its numbers on 30 November 2024; to a
// library that is older they are too long, and without the 01 it says whose they are.
static PhoneNumber as_known(const PhoneNumberUtil *util, const PhoneNumber &number) {
  std::string digits;
  util->GetNationalSignificantNumber(number, &digits);
  bool is_new = number.country_code() == 229 && digits.size() == 10 && digits.compare(0, 2, "01") == 0;
  if (!is_new || util->IsPossibleNumber(number)) return number;
  PhoneNumber older = number;
  older.clear_italian_leading_zero();
  older.clear_number_of_leading_zeros();
  older.set_national_number(std::stoull(digits.substr(2)));
  return older;
}

extern "C" void beckon_phone_read(
    const char *number, const char *region, struct beckon_phone *result) {
  std::memset(result, 0, sizeof *result);
  const PhoneNumberUtil *util = PhoneNumberUtil::GetInstance();
  PhoneNumber parsed;
  result->fault = fault_of(util->Parse(number, *region ? region : "ZZ", &parsed));
  if (result->fault) return;
  PhoneNumber known = as_known(util, parsed);
  result->fault = fault_of(util->IsPossibleNumberWithReason(known));
  if (result->fault && result->fault != 6) return;
  std::string text;
  util->Format(parsed, PhoneNumberUtil::E164, &text);
  if (!write(text, result->e164, sizeof result->e164)) {
    result->fault = 4;
    return;
  }
  result->is_valid = util->IsValidNumber(known);
  // Some services have numbers as short as those that lack their area.
  if (result->is_valid) result->fault = 0;
  result->line = line_of(util->GetNumberType(known));
  result->has_extension = parsed.has_extension();
  std::string country;
  util->GetRegionCodeForNumber(known, &country);
  // Numbers of the whole world have `001`, and what is nobody's `ZZ`.
  if (country.size() == 2 && country != "ZZ") write(country, result->region, sizeof result->region);
}

extern "C" int beckon_phone_region(int index, char output[4]) {
  std::set<std::string> regions;
  PhoneNumberUtil::GetInstance()->GetSupportedRegions(&regions);
  for (const std::string &region : regions)
    if (index-- == 0) return write(region, output, 4);
  return 0;
}

extern "C" int beckon_phone_example(
    const char *region, int type, int format, char *output, unsigned long capacity) {
  const PhoneNumberUtil *util = PhoneNumberUtil::GetInstance();
  PhoneNumber example;
  bool is_found =
      type < 0 ? util->GetInvalidExampleNumber(region, &example)
               : util->GetExampleNumberForType(
                     region, static_cast<PhoneNumberUtil::PhoneNumberType>(type), &example);
  if (!is_found) return 0;
  std::string text;
  util->Format(example, static_cast<PhoneNumberUtil::PhoneNumberFormat>(format), &text);
  return write(text, output, capacity);
}
