declare module 'imagescript/wasm/any/jpeg.wasm' {
  const module: WebAssembly.Module
  export default module
}

declare module 'imagescript/wasm/any/png.wasm' {
  const module: WebAssembly.Module
  export default module
}
