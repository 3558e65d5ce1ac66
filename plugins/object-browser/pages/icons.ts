import { Box, FileArchive, FileBraces, FileImage, FileSpreadsheet, FileText, type LucideIcon } from 'lucide-react'

const byExtension: readonly (readonly [LucideIcon, RegExp])[] = [
  [
    FileText,
    /\.(txt|md|pdf|docx?|odt|rtf|log|html?|css|xml|ya?ml|toml|ini|conf|sh|[cm]?[jt]sx?|py|go|rs|java|c|h|cpp)$/i,
  ],
  [FileBraces, /\.(json|jsonl|ndjson|geojson)$/i],
  [FileSpreadsheet, /\.(csv|tsv|xlsx?|ods|parquet)$/i],
  [FileImage, /\.(png|jpe?g|gif|webp|avif|svg|bmp|ico|tiff?|heic)$/i],
  [FileArchive, /\.(zip|tar|t?gz|bz2|xz|zst|7z|rar|jar)$/i],
]

/** The icon of an object, by its name's ending. */
export const iconOf = (name: string): LucideIcon => byExtension.find(([, ending]) => ending.test(name))?.[0] ?? Box
