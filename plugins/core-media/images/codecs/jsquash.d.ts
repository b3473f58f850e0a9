declare module '@jsquash/webp/codec/enc/webp_enc_simd.wasm' {
  const module: WebAssembly.Module
  export default module
}
