import { useEffect, useState } from 'react'
import { Field, ListInput, Search } from 'stowage/ui'
import type { Tag } from '../contract.ts'

/** Delay after the last keystroke before tags are filtered, in ms (spec/2 section 9). */
const SEARCH_DELAY = 500

/** Number of tags from which the search field appears. */
const SEARCH_THRESHOLD = 4

/** Formats a tag for display and input. */
export const tagText = ({ key, value }: Tag) => `${key}=${value}`

/** Parses an entered tag; the value is empty without "=". */
export const readTag = (text: string): Tag => {
  const [key = '', ...value] = text.split('=')
  return { key: key.trim(), value: value.join('=').trim() }
}

/** Whether every entry has the form `key=value`. */
export const areTags = (entries: string[]) => entries.every((entry) => entry.indexOf('=') > 0)

type TagEditorProps = {
  hint?: string
  error?: string | undefined
  optional?: boolean
  value: readonly string[]
  onChange: (value: string[]) => void
}

/** Editable list of `key=value` tags, with a search field for long lists. */
export const TagEditor = ({ hint, error, optional, value, onChange }: TagEditorProps) => {
  const [search, setSearch] = useState('')
  const [filter, setFilter] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setFilter(search), SEARCH_DELAY)
    return () => clearTimeout(timer)
  }, [search])
  return (
    <>
      {(value.length >= SEARCH_THRESHOLD || search) && (
        <Search label="Search Tags" value={search} onChange={setSearch} />
      )}
      <Field label="Tags" {...{ hint, error, optional }}>
        <ListInput label="Tags" value={value} placeholder="key=value" filter={filter.trim()} onChange={onChange} />
      </Field>
    </>
  )
}
