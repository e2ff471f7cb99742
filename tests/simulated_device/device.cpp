// A device whose memory and kernels are the processor's: see __init__.py. torch calls such a device PrivateUse1.
#include <ATen/CPUGeneratorImpl.h>
#include <ATen/EmptyTensor.h>
#include <ATen/detail/PrivateUse1HooksInterface.h>
#include <ATen/InferSize.h>
#include <ATen/native/CPUFallback.h>
#include <ATen/native/Resize.h>
#include <ATen/ops/as_strided_cpu_dispatch.h>
#include <ATen/ops/set_cpu_dispatch.h>
#include <ATen/ops/unfold_cpu_dispatch.h>
#include <ATen/ops/view_as_real_cpu_dispatch.h>
#include <ATen/ops/view_as_complex_cpu_dispatch.h>
#include <c10/core/impl/DeviceGuardImplInterface.h>
#include <c10/core/impl/alloc_cpu.h>
#include <torch/extension.h>

namespace {
constexpr auto kHere = c10::DeviceType::PrivateUse1;

struct Guard final : public c10::impl::DeviceGuardImplInterface {
  c10::DeviceType type() const override { return kHere; }
  c10::Device exchangeDevice(c10::Device d) const override { return c10::Device(kHere, 0); }
  c10::Device getDevice() const override { return c10::Device(kHere, 0); }
  void setDevice(c10::Device) const override {}
  void uncheckedSetDevice(c10::Device) const noexcept override {}
  c10::Stream getStream(c10::Device d) const override { return c10::Stream(c10::Stream::DEFAULT, c10::Device(kHere, 0)); }
  c10::Stream getNewStream(c10::Device d, int) const override { return c10::Stream(c10::Stream::DEFAULT, c10::Device(kHere, 0)); }
  c10::Stream exchangeStream(c10::Stream) const override { return c10::Stream(c10::Stream::DEFAULT, c10::Device(kHere, 0)); }
  c10::DeviceIndex deviceCount() const noexcept override { return 1; }
  bool queryStream(const c10::Stream&) const override { return true; }
  void record(void**, const c10::Stream&, const c10::DeviceIndex, const c10::EventFlag) const override {}
  void block(void*, const c10::Stream&) const override {}
  bool queryEvent(void*) const override { return true; }
  void destroyEvent(void*, const c10::DeviceIndex) const noexcept override {}
};
C10_REGISTER_GUARD_IMPL(PrivateUse1, Guard);

void grow(const c10::Storage& storage, size_t bytes) {
  auto fresh = c10::GetAllocator(kHere)->allocate(bytes);
  std::memcpy(fresh.get(), storage.data(), std::min(bytes, storage.nbytes()));
  storage.set_data_ptr_noswap(std::move(fresh));
  storage.set_nbytes(bytes);
}

struct Hooks final : public at::PrivateUse1HooksInterface {
  bool hasPrimaryContext(c10::DeviceIndex) const override { return true; }
  bool isBuilt() const override { return true; }
  bool isAvailable() const override { return true; }
  c10::DeviceIndex deviceCount() const override { return 1; }
  c10::DeviceIndex getCurrentDevice() const override { return 0; }
  at::Generator getNewGenerator(c10::DeviceIndex) const override { return at::detail::createCPUGenerator(); }
  void resizePrivateUse1Bytes(const c10::Storage& storage, size_t bytes) const override { grow(storage, bytes); }
};
struct Registered { Registered() { at::RegisterPrivateUse1HooksInterface(new Hooks); } } registered;

void release(void* p) { c10::free_cpu(p); }
struct Memory final : public c10::Allocator {
  c10::DataPtr allocate(size_t n) override {
    void* p = c10::alloc_cpu(n ? n : 1);
    return {p, p, &release, c10::Device(kHere, 0)};
  }
  c10::DeleterFnPtr raw_deleter() const override { return &release; }
  void copy_data(void* to, const void* from, std::size_t n) const override { default_copy_data(to, from, n); }
};
Memory memory;
REGISTER_ALLOCATOR(kHere, &memory);

at::Tensor on_cpu(const at::Tensor& t) {
  if (!t.is_privateuseone()) return t;
  auto made = at::from_blob(t.storage().mutable_data() ? (char*)t.storage().mutable_data() + t.storage_offset() * t.itemsize() : nullptr,
                       t.sizes(), t.strides(), t.options().device(at::kCPU).requires_grad(false));
  if (t.is_conj()) made._set_conj(true);
  if (t.is_neg()) made._set_neg(true);
  return made;
}

at::Tensor empty(c10::SymIntArrayRef size, std::optional<at::ScalarType> dtype, std::optional<at::Layout>, std::optional<at::Device>,
                 std::optional<bool>, std::optional<at::MemoryFormat> format) {
  return at::detail::empty_generic_symint(size, &memory, c10::DispatchKeySet(c10::DispatchKey::PrivateUse1), c10::dtype_or_default(dtype), format);
}
at::Tensor empty_strided(c10::IntArrayRef size, c10::IntArrayRef stride, std::optional<at::ScalarType> dtype, std::optional<at::Layout>,
                         std::optional<at::Device>, std::optional<bool>) {
  return at::detail::empty_strided_generic(size, stride, &memory, c10::DispatchKeySet(c10::DispatchKey::PrivateUse1), c10::dtype_or_default(dtype));
}
at::Tensor copy_from(const at::Tensor& from, const at::Tensor& to, bool) {
  on_cpu(to).copy_(on_cpu(from));
  return to;
}
at::Tensor copy_from_and_resize(const at::Tensor& from, const at::Tensor& to) {
  if (to.sizes() != from.sizes()) to.resize_(from.sizes());
  on_cpu(to).copy_(on_cpu(from));
  return to;
}
at::Scalar item(const at::Tensor& t) { return on_cpu(t).item(); }
at::Tensor as_strided(const at::Tensor& t, c10::SymIntArrayRef size, c10::SymIntArrayRef stride, std::optional<c10::SymInt> offset) {
  return at::cpu::as_strided_symint(t, size, stride, offset);
}
at::Tensor view(const at::Tensor& self, c10::SymIntArrayRef size_) {
  auto size = C10_AS_INTARRAYREF_SLOW(size_);
  at::DimVector inferred = at::infer_size_dv(size, self.numel());
  auto stride = at::detail::computeStride(self.sizes(), self.strides(), inferred);
  TORCH_CHECK(stride.has_value(), "view size is not compatible with input tensor's size and stride (at least one dimension spans across two contiguous subspaces). Use .reshape(...) instead.");
  return at::cpu::as_strided(self, inferred, *stride, self.storage_offset());
}
const at::Tensor& resize(const at::Tensor& self, c10::SymIntArrayRef size_, std::optional<at::MemoryFormat> format) {
  auto size = C10_AS_INTARRAYREF_SLOW(size_);
  int64_t n = 1;
  for (auto d : size) n *= d;
  auto bytes = (n + self.storage_offset()) * self.itemsize();
  auto* impl = self.unsafeGetTensorImpl();
  if ((int64_t)self.storage().nbytes() < (int64_t)bytes) grow(self.storage(), bytes);
  impl->set_sizes_contiguous(size);
  return self;
}
at::Tensor& set_storage(at::Tensor& self, at::Storage source, c10::SymInt offset, c10::SymIntArrayRef size, c10::SymIntArrayRef stride) {
  return at::cpu::set_(self, source, offset.guard_int(__FILE__, __LINE__), C10_AS_INTARRAYREF_SLOW(size), C10_AS_INTARRAYREF_SLOW(stride));
}
at::Tensor& set_source(at::Tensor& self, const at::Tensor& source) {
  return at::cpu::set_(self, source.storage(), source.storage_offset(), source.sizes(), source.strides());
}

void fallback(const c10::OperatorHandle& op, torch::jit::Stack* stack) {
  const auto& schema = op.schema();
  const auto n = schema.arguments().size();
  bool here = false, there = false;
  auto look = [&](const at::Tensor& t) {
    if (!t.defined()) return;
    if (t.is_privateuseone()) here = true;
    else if (t.is_cpu() && t.dim() > 0) there = true;
  };
  const auto& name = schema.name();
  bool indices = name.rfind("aten::index", 0) == 0 || name.rfind("aten::_index_put", 0) == 0 || name.rfind("aten::_unsafe_index", 0) == 0;
  auto args = torch::jit::last(*stack, n);
  for (size_t i = 0; i < n; i++) {
    const auto& v = args[i];
    if (v.isTensor()) look(v.toTensor());
    else if (v.isTensorList()) { if (!indices) for (const auto& t : v.toTensorVector()) look(t); }
    else if (v.isOptionalTensorList()) { if (!indices) for (const auto& t : v.toOptionalTensorVector()) if (t) look(*t); }
  }
  // Kernels of CUDA refuse what lies elsewhere, unless it is a single number; positions may lie on the processor.
  TORCH_CHECK(!(here && there), "Expected all tensors to be on the same device, but found at least two devices, simulated:0 and cpu! (", name, ")");
  at::native::cpu_fallback(op, stack);
}

std::tuple<at::Tensor, at::Tensor, at::Tensor> convolution_back(const at::Tensor& g, const at::Tensor& x, const at::Tensor& w, at::IntArrayRef stride, at::IntArrayRef pad,
    at::IntArrayRef dil, bool transposed, at::IntArrayRef outpad, int64_t groups, std::array<bool, 3> mask) {
  TORCH_CHECK(g.device() == x.device() && x.device() == w.device(), "Expected all tensors to be on the same device, but got weight is on cpu, different from other tensors on simulated:0");
  auto r = at::convolution_backward(on_cpu(g), on_cpu(x), on_cpu(w), at::OptionalIntArrayRef(at::IntArrayRef{w.size(transposed ? 1 : 0) * (transposed ? groups : 1)}), stride, pad, dil, transposed, outpad, groups, mask);
  auto up = [&](const at::Tensor& t) { return t.defined() ? t.to(x.device()) : t; };
  return {up(std::get<0>(r)), up(std::get<1>(r)), up(std::get<2>(r))};
}
at::Tensor convolution(const at::Tensor& x, const at::Tensor& w, const std::optional<at::Tensor>& b, at::IntArrayRef stride, at::IntArrayRef pad, at::IntArrayRef dil,
    bool transposed, at::IntArrayRef outpad, int64_t groups) {
  TORCH_CHECK(x.device() == w.device(), "Expected all tensors to be on the same device, but got weight is on cpu, different from other tensors on simulated:0");
  std::optional<at::Tensor> bias;
  if (b && b->defined()) bias = on_cpu(*b);
  return at::convolution(on_cpu(x), on_cpu(w), bias, stride, pad, dil, transposed, outpad, groups).to(x.device());
}

TORCH_LIBRARY_IMPL(aten, PrivateUse1, m) {
  m.impl("empty.memory_format", empty);
  m.impl("empty_strided", empty_strided);
  m.impl("_copy_from", copy_from);
  m.impl("_copy_from_and_resize", copy_from_and_resize);
  m.impl("_local_scalar_dense", item);
  m.impl("as_strided", as_strided);
  m.impl("view", view);
  m.impl("_reshape_alias", [](const at::Tensor& t, c10::SymIntArrayRef size, c10::SymIntArrayRef stride) {
    return at::cpu::as_strided_symint(t, size, stride, t.sym_storage_offset()); });
  m.impl("unfold", [](const at::Tensor& t, int64_t d, int64_t size, int64_t step) { return at::cpu::unfold(t, d, size, step); });
  m.impl("view_as_real", [](const at::Tensor& t) { return at::cpu::view_as_real(t); });
  m.impl("view_as_complex", [](const at::Tensor& t) { return at::cpu::view_as_complex(t); });
  m.impl("resize_", resize);
  m.impl("set_.source_Storage_storage_offset", set_storage);
  m.impl("set_.source_Tensor", set_source);
  m.impl("convolution_overrideable", convolution);
  m.impl("convolution_backward_overrideable", convolution_back);
}
TORCH_LIBRARY_IMPL(_, PrivateUse1, m) { m.fallback(torch::CppFunction::makeFromBoxedFunction<&fallback>()); }
}  // namespace
PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) {}
