import { withApp } from '../lib/app.mjs'

const load = await withApp(['test/shots/shots.ts'])
const { takeScreenshots } = await load('test/shots/shots.ts')
await takeScreenshots('docs/pictures')
