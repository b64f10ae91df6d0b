// The pairs behind a cell: what was answered without the bias and with it.
import { get } from '../api/client';
import { fromTheTop, useList } from '../api/list';
import type { StereotypePair } from '../api/types';
import { count, decimal, signed } from '../format';
import { ProblemNote, Waiting } from '../part/notice';
import { Name, Passage } from '../part/text';
import { changeQuery, oneOf } from '../query_state';
import { withQuery, type Route } from '../route';

// Texts of an entry, whose members are the evaluation's own.
const textOf = (entry: unknown, name: string) => {
  const value = (entry as Record<string, unknown>)[name];
  return typeof value === 'string' ? value : null;
};

const nameOf = (pair: StereotypePair, part: string) => `pair.${pair.number}.${part}.${pair.model}`;

const yesOrNo = oneOf(['false', 'true']);

export function PairList({ id, route }: { id: number; route: Route }) {
  const model = route.query.get('pairs');
  const bias = route.query.get('bias');
  const type = route.query.get('type');
  const significant = yesOrNo.read(route.query.get('significant'));
  const pairs = useList(
    'pairs',
    `pairs-${id} ${model} ${bias} ${type} ${significant}`,
    async (cursor, signal) => {
      const page = await get('/api/v1/stereotype-analyses/{analysis_id}/pairs', {
        path: { analysis_id: id },
        query: {
          model,
          bias_type: bias,
          stereotype_type: type,
          significant: yesOrNo.write(significant),
          sort: 'drift',
          order: 'desc',
          limit: cursor ? 100 : 20,
          cursor,
        },
        signal,
      });
      return { ...page, items: page.items as unknown as StereotypePair[] };
    },
  );
  return (
    <section class="card" id="pairs">
      <div class="card-head">
        <h2>Pairs</h2>
        <span class="quiet">
          <Name text={model} empty="all models" />, <Name text={bias} empty="all bias types" />,{' '}
          <Name text={type} empty="all stereotype types" />; strongest drift first
          {pairs.data && `: ${count(pairs.data.items.length)} of ${count(pairs.data.total)}`}
        </span>
        <span class="spring" />
        <label class="check">
          <input
            type="checkbox"
            checked={significant === 'true'}
            onChange={(event) =>
              changeQuery({
                significant: event.currentTarget.checked ? 'true' : null,
                ...fromTheTop('pairs'),
              })
            }
          />{' '}
          significant only
        </label>
        {(model || bias || type) && (
          <a
            class="button button-small"
            href={withQuery(route, { pairs: null, bias: null, type: null, ...fromTheTop('pairs') })}
          >
            Show all
          </a>
        )}
      </div>
      {pairs.problem ? (
        <ProblemNote problem={pairs.problem} retry={pairs.reload} />
      ) : !pairs.data ? (
        <Waiting what="pairs" />
      ) : pairs.data.items.length === 0 ? (
        <p class="quiet">No pair matches.</p>
      ) : (
        <div class={pairs.loading ? 'stale' : ''}>
          <ol class="moved">
            {pairs.data.items.map((pair) => (
              <li key={`${pair.model} ${pair.number}`}>
                <div class="row">
                  <b>{signed(pair.drift_raw_drift)}</b>
                  <span class="quiet">raw drift</span>
                  <Name text={pair.model} most={40} />
                  <span class="tag">
                    <Name text={pair.bias_type} most={40} />
                  </span>
                  <span class="tag">
                    <Name text={pair.stereotype_type} most={40} />
                  </span>
                  {pair.drift_significant_drift === true && <span class="severity-high">▲ significant</span>}
                </div>
                <div class="quiet">
                  <Passage name={nameOf(pair, 'text')} text={textOf(pair.entry, 'emgsd_text')} most={300} />
                </div>
                <div class="sides">
                  <div class="side-baseline">
                    <div class="side-name">Control · {decimal(pair.drift_control_stereotype_score)}</div>
                    <Passage
                      name={nameOf(pair, 'control')}
                      text={textOf(pair.entry, 'control_response')}
                      most={400}
                    />
                  </div>
                  <div class="side-current">
                    <div class="side-name">With the bias · {decimal(pair.drift_bias_stereotype_score)}</div>
                    <Passage
                      name={nameOf(pair, 'bias')}
                      text={textOf(pair.entry, 'turn2_response')}
                      most={400}
                    />
                  </div>
                </div>
              </li>
            ))}
          </ol>
          {pairs.data.next_cursor && (
            <p>
              <button type="button" class="button" disabled={pairs.isLoadingOlder} onClick={pairs.loadOlder}>
                {pairs.isLoadingOlder ? 'Loading…' : 'Show more'}
              </button>
            </p>
          )}
          {pairs.olderProblem && <ProblemNote problem={pairs.olderProblem} />}
        </div>
      )}
    </section>
  );
}
