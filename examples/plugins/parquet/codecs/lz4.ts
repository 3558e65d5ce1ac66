export { decompressLz4, decompressLz4Raw } from 'hyparquet-compressors/src/lz4.js'
