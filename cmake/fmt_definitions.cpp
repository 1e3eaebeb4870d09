// The definitions of fmt, compiled once. Header-only fmt compiles them again in each source, which is more
// than half of the build, and Debian's package has a shared library alone, which a static program cannot use.
#include <fmt/format-inl.h>

template auto fmt::detail::dragonbox::to_decimal(float) noexcept -> dragonbox::decimal_fp<float>;
template auto fmt::detail::dragonbox::to_decimal(double) noexcept -> dragonbox::decimal_fp<double>;
template fmt::detail::locale_ref::locale_ref(const std::locale&);
template auto fmt::detail::locale_ref::get<std::locale>() const -> std::locale;
template auto fmt::detail::thousands_sep_impl(locale_ref) -> thousands_sep_result<char>;
template auto fmt::detail::decimal_point_impl(locale_ref) -> char;
template void fmt::detail::buffer<char>::append(const char*, const char*);
#if FMT_VERSION < 100000
template void fmt::detail::vformat_to(buffer<char>&, string_view, basic_format_args<buffer_context<char>>,
                                      locale_ref);
#else
template void fmt::detail::vformat_to(buffer<char>&, string_view, vformat_args<char>::type, locale_ref);
#endif
