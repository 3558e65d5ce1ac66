export { decompressBrotli } from 'hyparquet-compressors/src/brotli.js'
