import { lazy, type ReactNode, Suspense } from 'react'
import { type Figures, FiguresContext, useOpenFigure } from './figures.ts'

/** Fetched with the first figure that is opened. */
const FigurePanel = lazy(() => import('./figure-panel.tsx'))

/** Lets the figures of a group be opened. */
export function OpenFigures({ of, children }: { of: Figures; children: ReactNode }) {
  const { opened } = useOpenFigure()
  return (
    <FiguresContext value={of}>
      {children}
      {opened && (
        <Suspense>
          <FigurePanel />
        </Suspense>
      )}
    </FiguresContext>
  )
}
