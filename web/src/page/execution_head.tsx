// The top of an execution's page: the verdict with its reason, and the filters.
import type { Aggregates, Part } from '../api/types';
import { count, excerpt, metricName, pValue, plural, score } from '../format';
import { GradeBadge, VerdictBadge } from '../part/badge';
import { Choice } from '../part/form';
import { labelOf, labelText, withLabel } from '../label';
import { changeQuery } from '../query_state';
import { withQuery, type Route } from '../route';
import { families, type Family } from './execution_family';

// Why the verdict is what it is, in words, from the measurements alone.
export function reasonOf(part: Part): string {
  const applicable = part.results.filter((each) => each.value !== null);
  const drifted = applicable.filter((each) => each.details.verdict === 'drifted');
  const undecided = applicable.filter((each) => each.details.verdict === 'undecided');
  const sizes = `${plural(part.sides.current.results, 'result')} against ${count(part.sides.baseline.results)}`;
  if (part.verdict === 'drifted') {
    const sure = drifted.reduce((least, each) => Math.min(least, each.p_adjusted ?? 1), 1);
    return `${drifted.length} of ${applicable.length} metrics moved further than chance explains (${drifted.map((each) => metricName(each.metric)).join(', ')}); smallest adjusted p ${pValue(sure)}, from ${sizes}.`;
  }
  if (part.verdict === 'undecided') {
    return `${undecided.length} of ${applicable.length} metrics can be called neither moved nor steady with ${sizes}: their intervals reach beyond the thresholds. More results would tell.`;
  }
  return `All ${applicable.length} metrics stay below their thresholds, intervals included, with ${sizes}.`;
}

export function worstFamily(part: Part): Family {
  const weight = (family: Family) => {
    const measures = part.results.filter((each) => each.type === family && each.value !== null);
    const drifted = measures.some((each) => each.details.verdict === 'drifted') ? 100 : 0;
    return drifted + Math.max(0, ...measures.map((each) => each.value ?? 0));
  };
  return [...families].sort((a, b) => weight(b) - weight(a))[0] ?? 'output';
}

export function Headline({ part }: { part: Part }) {
  return (
    <section class="card headline" aria-label="Result">
      <div class="headline-score">
        <b>{score(part.drift_score)}</b>
        <span class="quiet">of 100</span>
        <GradeBadge grade={part.drift_grade} />
      </div>
      <VerdictBadge verdict={part.verdict} big />
      <div class="headline-why">
        <p>{reasonOf(part)}</p>
        <p class="quiet">
          {count(part.provenance.permutations)} permutations{part.paired ? ', paired by prompt' : ''};
          intervals of 95 % from {count(part.provenance.bootstrap_draws)} draws; seed {part.provenance.seed}.{' '}
          Safety score {score(part.safety_score.current)} (baseline {score(part.safety_score.baseline)}).
        </p>
      </div>
    </section>
  );
}

export function Filters({
  aggregates,
  labels,
  route,
}: {
  aggregates: Aggregates;
  labels: readonly string[];
  route: Route;
}) {
  const choices = aggregates.label_values.filter((each) => each.values.length > 0);
  if (choices.length === 0) return null;
  // An option's value is the label as the address has it, so that an empty value is not "all".
  const setLabel = (name: string, chosen: string) =>
    changeQuery({ label: withLabel(labels, name, chosen === '' ? null : labelOf(chosen).value) }, 'step');
  return (
    <section class="card" aria-label="Filters">
      <div class="pickers">
        {choices.map((each) => {
          const value = labels.find((label) => labelOf(label).name === each.name) ?? '';
          const options: [string, string][] = [
            ['', 'all'],
            ...each.values.map(
              (one) =>
                [
                  labelText({ name: each.name, value: one.value }),
                  `${excerpt(one.value, 50) || '(empty)'} (${count(one.current)} / ${count(one.baseline)})`,
                ] as [string, string],
            ),
          ];
          if (value !== '' && !options.some(([known]) => known === value))
            options.push([value, excerpt(labelOf(value).value, 50)]);
          return (
            <Choice
              key={each.name}
              label={excerpt(each.name, 40)}
              value={value}
              options={options}
              more={each.more_values > 0 ? `… ${plural(each.more_values, 'value')} more, rarer` : undefined}
              onChange={(next) => setLabel(each.name, next)}
            />
          );
        })}
        {labels.length > 0 && (
          <a class="button" href={withQuery(route, { label: null })}>
            Show all results
          </a>
        )}
      </div>
    </section>
  );
}
