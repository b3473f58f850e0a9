declare module '@jsquash/avif/codec/enc/avif_enc.wasm' {
  const module: WebAssembly.Module
  export default module
}
