import type { Source } from './boundaries.ts'
import { childrenOf, eachChild, isNode, type Node, parseSource } from './boundaries-syntax.ts'

/** Phrases that documents, comments, messages and test names avoid (docs/glossary.md), unless code is meant. */
export const bannedPhrases =
  /\b(whoever|whomever|somebody|henceforth|be it|of (?:its|their|his|your) own|so (?:many|much)|that there (?:is|are|was|were)|at once|goes? by|comes? of|(?:is|are|was|were|be) told|lately|anew|nothing (?:where|for|of)|in so many|amounts? to all|stands? (?:where|beside)|abreast)\b/gi

/** Names that nothing may have, because they state a role in a sentence instead of naming the thing. */
const retiredNames = new RegExp(
  `^(?:${[
    '[tT]old(?:Of)?|[aA]sked|[hH]eard|[kK]nower|[lL]ookers?|[sS]ought|[wW]anted|[wW]ish(?:es)?|[mM]ine|[sS]aid|saw|lacks?',
    '[lL]ately|[aA]breast|ABREAST|turns|[pP]atience|PATIENCE|[gG]round|[sS]tanding|carry|[mM]eanwhile',
    '[dD]oers?|[dD]eeds?|[sS]eers?|[hH]appenings?|[dD]oings?|[aA]skings?|[sS]ayings?',
    'Known|Kept|Given|Shown|Means|Held|Seen|Found|Wants?|[eE]nterByLink',
  ].join('|')})$`,
)

/** Exported names that are as vague, but ordinary English inside a function. */
const retiredExports = /^(known|found|kept|held|given|shown|seen|place|means)$/i

const textIn = (node: Node): string | undefined => {
  if (node.type === 'StringLiteral' || node.type === 'JSXText') return String(node.value)
  if (node.type === 'TemplateElement') return String((node.value as { cooked?: string }).cooked)
  return undefined
}

/** Nodes that declare a variable, parameter, function, type or property, with the field that contains the name. */
const declaring: Readonly<Record<string, string>> = {
  VariableDeclarator: 'id',
  FunctionDeclaration: 'id',
  TSTypeAliasDeclaration: 'id',
  TSInterfaceDeclaration: 'id',
  TSEnumDeclaration: 'id',
  ClassDeclaration: 'id',
  ImportSpecifier: 'local',
  ExportSpecifier: 'exported',
  TSPropertySignature: 'key',
  TSMethodSignature: 'key',
}

const nameIn = (node: Node): string | undefined => {
  const field = declaring[node.type]
  const declared = field && !node.computed ? (node[field] as Node) : undefined
  return declared?.type === 'Identifier' ? String(declared.name) : undefined
}

/** Names that a pattern or the parameters of a function bind. */
const boundIn = (node: Node): string[] => {
  if (node.type === 'Identifier') return [String(node.name)]
  if (node.type === 'ObjectProperty') return boundIn(node.value as Node)
  if (node.type === 'AssignmentPattern') return boundIn(node.left as Node)
  if (node.type === 'RestElement') return boundIn(node.argument as Node)
  return /Pattern$/.test(node.type) ? childrenOf(node).flatMap(boundIn) : []
}

const namesIn = (node: Node): string[] => {
  const own = nameIn(node)
  if (own) return [own]
  if (node.type === 'VariableDeclarator') return boundIn(node.id as Node)
  return Array.isArray(node.params) && /Function/.test(node.type) ? node.params.filter(isNode).flatMap(boundIn) : []
}

/** Banned phrases and retired names of a source, one line each. */
export const languageFindings = (source: Source): string[] => {
  const { path } = source
  const { program, comments } = parseSource(source)
  const findings: string[] = []
  const add = (where: string, words: string) => {
    for (const [phrase] of words.matchAll(bannedPhrases)) findings.push(`${path}: "${phrase}" in ${where}`)
  }
  for (const { value } of comments) add('a comment', value.replace(/\n\s*\*/g, '').replace(/\s+/g, ' '))
  const visit = (node: Node, isExported: boolean) => {
    const words = textIn(node)
    if (words) add('a text', words)
    for (const name of namesIn(node))
      if (retiredNames.test(name) || (isExported && retiredExports.test(name)))
        findings.push(`${path}: the name ${name}`)
    const exports = node.type === 'ExportNamedDeclaration' || (isExported && node.type === 'VariableDeclaration')
    eachChild(node, (child) => visit(child, exports))
  }
  visit(program, false)
  return findings
}
