/** How often each true label was taken for each other, rows by truth. */
export interface Confusion {
  labels: readonly string[]
  counts: number[][]
}

export function confusionOf(
  labels: readonly string[],
  pairs: Iterable<readonly [truth: string | undefined, predicted: string | undefined]>,
): Confusion {
  const counts = labels.map(() => labels.map(() => 0))
  for (const [truth, predicted] of pairs) {
    const row = counts[labels.indexOf(truth ?? '')] as number[]
    const column = labels.indexOf(predicted ?? '')
    row[column] = (row[column] ?? 0) + 1
  }
  return { labels, counts }
}

interface Figures {
  each: { label: string; precision: number; recall: number; f1: number; rows: number }[]
  macroF1: number
  accuracy: number
}

const ratio = (part: number, whole: number) => (whole > 0 ? part / whole : 0)
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

/** Precision, recall and F1 of each label, and their plain mean. */
export function figuresOf({ labels, counts }: Confusion): Figures {
  const each = labels.map((label, at) => {
    const right = counts[at]?.[at] ?? 0
    const rows = sum(counts[at] ?? [])
    const precision = ratio(right, sum(counts.map(row => row[at] ?? 0)))
    const recall = ratio(right, rows)
    return { label, precision, recall, f1: ratio(2 * precision * recall, precision + recall), rows }
  })
  return {
    each,
    macroF1: sum(each.map(({ f1 }) => f1)) / labels.length,
    accuracy: ratio(sum(labels.map((_, at) => counts[at]?.[at] ?? 0)), sum(counts.flat())),
  }
}
