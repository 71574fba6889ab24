import { FormattedMessage, FormattedNumber } from "react-intl";
import type { Message } from "../../../messages.ts";
import type { EngineFigures } from "../api.ts";

interface BarsProps {
  label: string;
  /** One row for each step of time, with one value for each series; the series are stacked. */
  values: readonly (readonly number[])[];
  /** Shown while the pointer is on a step. */
  titles: readonly string[];
  /** The times of the first and the last step. */
  ends: readonly [string, string];
}

const WIDTH = 12;
const HEIGHT = 64;

/** A bar chart over time. "Show as table" has the same figures for screen readers and for exact values. */
export function Bars({ label, values, titles, ends }: BarsProps) {
  const most = Math.max(...values.map((step) => step.reduce((sum, value) => sum + value, 0)), 1);
  return (
    <figure className="hanse-bars">
      <svg role="img" aria-label={label} viewBox={`0 0 ${values.length * WIDTH} ${HEIGHT}`} preserveAspectRatio="none">
        {values.map((step, index) => {
          let top = HEIGHT;
          return (
            <g key={titles[index]}>
              <title>{titles[index]}</title>
              <rect className="hanse-bars__step" x={index * WIDTH} width={WIDTH} height={HEIGHT} />
              {step.map((value, series) => {
                const height = (value / most) * HEIGHT;
                top -= height;
                return (
                  <rect
                    // biome-ignore lint/suspicious/noArrayIndexKey: the series have no other identity.
                    key={series}
                    className={`hanse-bars__bar hanse-bars__bar--${series}`}
                    x={index * WIDTH + 1}
                    width={WIDTH - 2}
                    y={top}
                    height={height}
                  />
                );
              })}
            </g>
          );
        })}
      </svg>
      <figcaption aria-hidden>
        <span>{ends[0]}</span>
        <span>{ends[1]}</span>
      </figcaption>
    </figure>
  );
}

interface RankingProps {
  counts: EngineFigures["reasons"];
  /** Shown if nothing was counted. */
  none: Message;
}

/** Names with their numbers, and bars that compare these. */
export function Ranking({ counts, none }: RankingProps) {
  if (counts.length === 0) {
    return (
      <p className="hanse-home__quiet">
        <FormattedMessage {...none} />
      </p>
    );
  }
  const most = Math.max(...counts.map(({ count }) => count));
  return (
    <ul className="hanse-ranking">
      {counts.map(({ id, label, count }) => (
        <li key={id}>
          <span>{label}</span>
          <FormattedNumber value={count} />
          <svg aria-hidden>
            <rect width={`${(count / most) * 100}%`} height="100%" />
          </svg>
        </li>
      ))}
    </ul>
  );
}
