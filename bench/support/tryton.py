"""
Tryton in this process, for the benchmark `tryton`: founds a company with its chart and fiscal year, and creates and posts moves of four
lines through Tryton's own models. No server and no HTTP stand between the two, which is kinder to Tryton than its clients are.

    python3 tryton.py found URL        a company in the empty database of the URL
    python3 tryton.py work URL         then reads seconds from its input, one number a line, works that long each time and answers
                                       {"moves": ..., "seconds": ...}
    python3 tryton.py verify URL       answers how many moves and lines the books hold, how many are posted and how many do not balance

Written for Tryton 6.0 (Debian 12: tryton-server, tryton-modules-account, python3-psycopg2).
"""

import datetime
import itertools
import json
import sys
import time
from decimal import Decimal
from urllib.parse import urlsplit, urlunsplit

from sql.aggregate import Sum
from trytond.config import config

DAY = datetime.date(2026, 11, 5)
BATCH = 200

verb, url = sys.argv[1:]
parts = urlsplit(url)
name = parts.path.lstrip("/")
config.set("database", "uri", urlunsplit(parts._replace(path="")))

from trytond import backend  # noqa: E402 (reads the configuration when it is loaded)
from trytond.pool import Pool  # noqa: E402
from trytond.transaction import Transaction  # noqa: E402


def found():
    """A company in dollars with the minimal chart, a fiscal year of twelve months and a journal."""
    database = backend.Database(name)
    database.connect()
    database.init()
    Pool(name).init(update=["account"], lang=["en"], activatedeps=True)
    with Transaction().start(name, 1) as transaction:
        pool = Pool()
        Company, User = pool.get("company.company"), pool.get("res.user")
        Currency, Rate = pool.get("currency.currency"), pool.get("currency.currency.rate")
        dollar, = Currency.create([{"name": "US Dollar", "symbol": "$", "code": "USD"}])
        Rate.create([{"currency": dollar.id, "rate": Decimal(1), "date": DAY.replace(month=1, day=1)}])
        party, = pool.get("party.party").create([{"name": "Bench"}])
        company, = Company.create([{"party": party.id, "currency": dollar.id}])
        User.write([User(transaction.user)], {"companies": [("add", [company.id])], "company": company.id})
        with transaction.set_context(User.get_preferences(context_only=True)):
            draw_chart(company)
            open_year(company)
        transaction.commit()
    # The first move of a journal in a period takes a lock on both for which Tryton does not wait: two processes that both begin with it fail.
    post_batch(itertools.count())


def draw_chart(company):
    pool = Pool()
    Wizard, Account = pool.get("account.create_chart", type="wizard"), pool.get("account.account")
    root = pool.get("ir.model.data").get_id("account", "account_template_root_en")
    session, _, _ = Wizard.create()
    wizard = Wizard(session)
    wizard.account.account_template = pool.get("account.account.template")(root)
    wizard.account.company = company
    wizard.transition_create_account()
    of_kind = lambda kind: Account.search([(f"type.{kind}", "=", True), ("party_required", "=", True)], limit=1)[0]
    wizard.properties.company = company
    wizard.properties.account_receivable = of_kind("receivable")
    wizard.properties.account_payable = of_kind("payable")
    wizard.transition_create_properties()


def open_year(company):
    pool = Pool()
    FiscalYear, Sequence = pool.get("account.fiscalyear"), pool.get("ir.sequence")
    kind, = pool.get("ir.sequence.type").search([("name", "=", "Account Move")], limit=1)
    numbers, = Sequence.create([{"name": str(DAY.year), "sequence_type": kind.id, "company": company.id}])
    year, = FiscalYear.create([{
        "name": str(DAY.year), "company": company.id, "post_move_sequence": numbers.id,
        "start_date": DAY.replace(month=1, day=1), "end_date": DAY.replace(month=12, day=31)}])
    FiscalYear.create_period([year])


def work():
    """Rounds of as many seconds as the input says, batches of 200 moves, each created, posted and committed."""
    Pool(name).init()
    counter = itertools.count()
    print(json.dumps({"ready": True}), flush=True)
    for line in sys.stdin:
        started = time.perf_counter()
        moves = 0
        while time.perf_counter() - started < float(line):
            post_again(counter)
            moves += BATCH
        print(json.dumps({"moves": moves, "seconds": time.perf_counter() - started}), flush=True)


def post_again(counter):
    """A batch, again when another process was in the way, as often as Tryton's own server would."""
    for left in reversed(range(config.getint("database", "retry") + 1)):
        try:
            return post_batch(counter)
        except backend.DatabaseOperationalError:
            if left == 0:
                raise


def post_batch(counter):
    with Transaction().start(name, 1) as transaction:
        pool = Pool()
        User, Move = pool.get("res.user"), pool.get("account.move")
        with transaction.set_context(User.get_preferences(context_only=True)):
            company = transaction.context["company"]
            accounts = [account.id for account in pool.get("account.account").search(
                [("company", "=", company), ("type", "!=", None), ("closed", "!=", True), ("party_required", "=", False)])]
            period = pool.get("account.period").find(company, date=DAY)
            journal, = pool.get("account.journal").search([("type", "=", "general")], limit=1)
            posted = Move.create([
                move(next(counter), accounts, journal.id, period) for _ in range(BATCH)])
            Move.post(posted)
        transaction.commit()


def move(at, accounts, journal, period):
    """The four lines that the benchmark posts with Daybook: 100 and 50 against 120 and 30."""
    amounts = ((100, 0), (50, 0), (0, 120), (0, 30))
    return {"journal": journal, "period": period, "date": DAY, "lines": [("create", [
        {"account": accounts[(at * 31 + n * 17) % len(accounts)], "debit": Decimal(debit), "credit": Decimal(credit)}
        for n, (debit, credit) in enumerate(amounts)])]}


def verify():
    """What the books hold, read through the models."""
    Pool(name).init()
    with Transaction().start(name, 1, readonly=True) as transaction, transaction.connection.cursor() as cursor:
        Move, Line = Pool().get("account.move"), Pool().get("account.move.line")
        line = Line.__table__()
        cursor.execute(*line.select(line.move, group_by=line.move, having=Sum(line.debit) != Sum(line.credit)))
        print(json.dumps({
            "moves": Move.search([], count=True), "posted": Move.search([("state", "=", "posted")], count=True),
            "lines": Line.search([], count=True), "unbalanced": len(cursor.fetchall())}))


{"found": found, "work": work, "verify": verify}[verb]()
