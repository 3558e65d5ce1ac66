import '../shared.ts'

export { decompress } from 'fzstd'
