export { gunzip } from 'hyparquet-compressors/src/gzip.js'
