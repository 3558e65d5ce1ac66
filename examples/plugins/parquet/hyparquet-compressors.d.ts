// The package's main file starts a WebAssembly module, which our Content-Security-Policy refuses. So its parts, which
// have no types, are imported one by one.

declare module 'hyparquet-compressors/src/brotli.js' {
  export const decompressBrotli: (input: Uint8Array, outputLength: number) => Uint8Array
}

declare module 'hyparquet-compressors/src/gzip.js' {
  export const gunzip: (input: Uint8Array, output: Uint8Array) => Uint8Array
}

declare module 'hyparquet-compressors/src/lz4.js' {
  export const decompressLz4: (input: Uint8Array, outputLength: number) => Uint8Array
  export const decompressLz4Raw: (input: Uint8Array, outputLength: number) => Uint8Array
}
