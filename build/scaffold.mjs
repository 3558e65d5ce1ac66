import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { templates } from './templates.mjs'

// identifiers that would clash in the plugin's files or in the two plugin lists
const reservedIds = ['index', 'server', 'plugins', 'plugin', 'pages', 'page', 'get', 'serve', 'login', 'gallery']

const isKeyword = (word) => {
  try {
    new Function(`'use strict'; const ${word} = 0`)
    return false
  } catch {
    return true
  }
}

const camel = (id) => id.replace(/-(.)/g, (_, letter) => letter.toUpperCase())
const title = (id) => id.replace(/(^|-)(.)/g, (_, dash, letter) => `${dash && ' '}${letter.toUpperCase()}`)

const owner = (root, id) =>
  readdirSync(join(root, 'plugins'), { withFileTypes: true }).find((entry) => {
    const contract = join(root, 'plugins', entry.name, 'contract.ts')
    if (!entry.isDirectory() || !existsSync(contract)) return false
    return new RegExp(`'(/api/v1)?/${id}'`).test(readFileSync(contract, 'utf8'))
  })?.name

const refuse = (root, id) => {
  if (!id) return 'Name the plugin: node build.mjs new <id>'
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(id))
    return `"${id}" is no plugin id: write lower-case words joined by "-", "disk-usage" say`
  if (reservedIds.includes(id) || isKeyword(camel(id)))
    return `"${id}" means something else in the code; choose another id`
  if (existsSync(join(root, 'plugins', id))) return `plugins/${id} exists already`
  const conflict = owner(root, id)
  return conflict && `The page or the call /${id} belongs to plugin "${conflict}"; choose another id`
}

/** Adds `import name from './<id>/<file>'` to a plugin list, and the name to its array. */
const addToList = (list, id, file) => {
  const text = readFileSync(list, 'utf8')
  const lines = text.split('\n')
  const last = lines.findLastIndex((line) => line.startsWith('import '))
  const array = /= \[([^\]]*)\]/
  if (last < 0 || !array.test(text)) throw new Error(`${list} has no imports and array to add the plugin to`)
  lines.splice(last + 1, 0, `import ${camel(id)} from './${id}/${file}'`)
  const add = (_, names) => {
    const before = names.trimEnd().replace(/,$/, '')
    return names.includes('\n') ? `= [${before},\n  ${camel(id)},\n]` : `= [${before}, ${camel(id)}]`
  }
  return lines.join('\n').replace(array, add)
}

/**
 * Adds a working plugin: a page that shows the result of a call, the call on every engine, and a conformance suite.
 * Throws before writing anything if the id is invalid or taken. Returns the paths of the written files, relative to the
 * root.
 */
export const scaffold = ({ root, id }) => {
  const problem = refuse(root, id)
  if (problem) throw new Error(problem)
  const lists = [
    ['plugins/index.ts', addToList(join(root, 'plugins/index.ts'), id, 'plugin.ts')],
    ['plugins/server.ts', addToList(join(root, 'plugins/server.ts'), id, 'server.ts')],
  ]
  const files = Object.entries(
    templates({ id, name: camel(id), title: title(id), type: `${title(id).replaceAll(' ', '')}Backend` }),
  )
  for (const [path, text] of [...files, ...lists]) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return [...files, ...lists].map(([path]) => path)
}
