import { randomUUID } from 'node:crypto';

/**
 * The journal of an organization's moves, at the directory. Each step is committed before the next begins, so that an interrupted move is
 * resumed from a known state.
 */
export class MoveJournal {
  #directory;
  #organizationId;
  #id;

  constructor(directory, organizationId) {
    this.#directory = directory;
    this.#organizationId = organizationId;
  }

  /** The move that is under way, if there is one. */
  async open() {
    const { rows } = await this.#directory.query(
      `select id, from_server as "from", to_server as "to", step, figures from organization_moves where organization_id = $1 and ended_at is null`,
      [this.#organizationId],
    );
    this.#id = rows[0]?.id;
    return rows[0];
  }

  /** Begins a move. */
  async begin({ from, to, by }) {
    this.#id = randomUUID();
    await this.#directory.query(
      'insert into organization_moves (organization_id, id, from_server, to_server, started_by) values ($1, $2, $3, $4, $5)',
      [this.#organizationId, this.#id, from, to, by],
    );
    return { id: this.#id, from, to, step: 'STARTED', figures: {} };
  }

  /** The newest move by which the organization left the named server. */
  async lastFrom(server) {
    const { rows } = await this.#directory.query(
      `select id, to_server as "to", step from organization_moves where organization_id = $1 and from_server = $2 and step in ('DONE', 'REMOVED')
       order by started_at desc limit 1`,
      [this.#organizationId, server],
    );
    this.#id = rows[0]?.id;
    return rows[0];
  }

  /** Records a step and what was counted or measured in it. */
  async reach(step, figures = {}) {
    await this.#directory.query(
      `update organization_moves set step = $3, figures = figures || $4::jsonb, changed_at = clock_timestamp(), error = null,
         ended_at = case when $3 in ('DONE', 'BACK', 'REMOVED') then clock_timestamp() end
       where organization_id = $1 and id = $2`,
      [this.#organizationId, this.#id, step, JSON.stringify(figures)],
    );
  }

  /** Records why the move stopped; its step does not change. */
  async fail(message) {
    await this.#directory.query(
      'update organization_moves set error = $3, changed_at = clock_timestamp() where organization_id = $1 and id = $2',
      [this.#organizationId, this.#id, message.slice(0, 1_000)],
    );
  }
}
