export { decompress } from 'fzstd'
