
export { decompress } from 'fzstd'
